-- Whoever asks for these counts must not wait for those who write to the day.
alter table analytics_days drop column events, drop column events_generation;
