"""The formula language of specs: parsed with places, checked, differentiated, printed."""
