"use strict";
{
  const query = document.getElementById("query");
  const gradients = document.getElementById("gradients");
  const found = document.getElementById("found");
  const sections = [...document.querySelectorAll("main section")];
  const entries = [...document.querySelectorAll("details.op")].map((element) => ({
    element,
    fields: [...element.querySelectorAll("[data-field]")].map((part) => ({
      name: part.dataset.field,
      text: part.textContent.toLowerCase(),
    })),
  }));
  const names = new Set(entries.flatMap((entry) => entry.fields.map((field) => field.name)));

  // What a word asks of a field: `text`, `field:text` or `field=text`.
  const condition = (word) => {
    const [, name, sign, text] = /^(?:(\w+)([:=]))?(.*)$/.exec(word);
    if (!names.has(name)) return (field) => field.text.includes(word);
    const fits = sign === "=" ? (value) => value === text : (value) => value.includes(text);
    return (field) => field.name === name && fits(field.text);
  };

  const show = () => {
    const conditions = query.value.toLowerCase().split(/\s+/).filter(Boolean).map(condition);
    let count = 0;
    for (const { element, fields } of entries) {
      const isWanted = gradients.checked || !("gradient" in element.dataset);
      element.hidden = !(isWanted && conditions.every((fits) => fields.some(fits)));
      count += !element.hidden;
    }
    for (const section of sections) {
      section.hidden = !section.querySelector("details.op:not([hidden])");
    }
    found.textContent = `${count} of ${entries.length} operators`;
  };

  const search = () => {
    history.replaceState(null, "", query.value ? `#q=${encodeURIComponent(query.value)}` : "#");
    show();
  };

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  // Goes where the address says: to an operator or to what is found.
  const arrive = () => {
    const place = decoded(location.hash.slice(1));
    if (place.startsWith("q=")) query.value = place.slice(2);
    show();
    const entry = document.getElementById(place);
    if (!entry?.matches("details.op")) return;
    entry.hidden = entry.parentElement.hidden = false;
    entry.open = true;
    entry.scrollIntoView();
    entry.firstElementChild.focus({ preventScroll: true });
  };

  const step = (event, by) => {
    const summaries = [...document.querySelectorAll("details.op:not([hidden]) > summary")];
    const at = summaries.indexOf(document.activeElement);
    if (at < 0 && document.activeElement !== query) return;
    event.preventDefault();
    const next = at + by;
    if (next < 0) query.focus();
    else summaries[next]?.focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") step(event, 1);
    else if (event.key === "ArrowUp" && document.activeElement !== query) step(event, -1);
    else if (event.key === "Escape") {
      query.value = "";
      search();
      query.focus();
    } else if (event.key === "/" && !document.activeElement.matches("input")) {
      event.preventDefault();
      query.focus();
    }
  });
  query.addEventListener("input", search);
  gradients.addEventListener("change", show);
  addEventListener("hashchange", arrive);
  for (const id of ["search", "help"]) document.getElementById(id).hidden = false;
  arrive();
}
