def OnlyThis : Base<4>;
def NotThis : Base<5>;
