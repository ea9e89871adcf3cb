-- +goose Up

-- Where forwarding to each target stands in the log; moved after the target has
-- acknowledged everything up to there. It outlives every read model.
create table platform.forwarder (
  target   text   not null primary key,
  commit   bigint not null default 0,
  prepare  bigint not null default 0
);
grant select, insert, update, delete on platform.forwarder to tallystick_writer;
