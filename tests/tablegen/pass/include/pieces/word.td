def Word;
include