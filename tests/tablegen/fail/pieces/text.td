
  "text"