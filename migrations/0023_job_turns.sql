-- +goose Up

-- How often each tenant's jobs of a kind were started on, by whichever node, and how far
-- the read model has to be before the next is chosen. It is no part of the log and may be
-- lost: tenants then begin level.
create unlogged table platform.job_turns (
  kind    text        primary key,
  started jsonb       not null default '{}',
  commit  bigint      not null default 0,
  prepare bigint      not null default 0,
  at      timestamptz not null default now()
);
grant select, insert, update, delete on platform.job_turns to tallystick_writer;
