"""What the targets for Ascend share: how an operator is named and described to CANN."""
