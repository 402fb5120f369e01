-- The model and the mode that the agent of the session says it really uses.
alter table sessions add in_force json;
