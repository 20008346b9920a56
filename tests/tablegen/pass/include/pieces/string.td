"b" // a comment
"c"