else def Else;
def AfterElse;