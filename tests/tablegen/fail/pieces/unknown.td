1,
  nowhere