-- +goose Up

-- Which nodes are alive, and which releases of the corpus each can search. It is no
-- part of the log and may be lost: every node says so again within seconds.
create unlogged table platform.corpus_node (
  node text        primary key,
  at   timestamptz not null,
  held text[]      not null
);
grant select, insert, update, delete on platform.corpus_node to tallystick_writer;
