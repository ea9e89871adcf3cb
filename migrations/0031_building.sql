-- +goose Up

-- How many events of the log a read model has read, null where nobody has counted from its
-- beginning, and how many there are until its goal, null until they are counted.
alter table platform.projection
  add column events      bigint,
  add column goal_events bigint;
