def _one : Base<1>;
