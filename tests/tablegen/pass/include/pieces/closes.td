int in_class = 1; }
def Early : Ends;
