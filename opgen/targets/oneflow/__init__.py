"""The targets for OneFlow: what its engineers write by hand for each operator, from one spec."""
