def;
