-- +goose Up

-- From when on the rows of a table are kept that has them apart by months; a table
-- that is not named here has all of them.
create table platform.kept_since (
  name  text primary key,
  since timestamptz not null
);
grant all on platform.kept_since to tallystick_writer;
grant select on platform.kept_since to tallystick_request, tallystick_staff;
