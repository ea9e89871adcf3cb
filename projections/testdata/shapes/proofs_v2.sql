create schema proofs_v2; grant usage on schema proofs_v2 to tallystick_request, tallystick_staff;
create table proofs_v2.proof_trees (tenant text not null, size bigint not null, root bytea not null, primary key (tenant));
alter table proofs_v2.proof_trees enable row level security;
alter table proofs_v2.proof_trees force row level security;
create policy writer on proofs_v2.proof_trees to tallystick_writer using (true) with check (true);
create policy staff on proofs_v2.proof_trees for select to tallystick_staff using (true);
create policy tenant on proofs_v2.proof_trees for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on proofs_v2.proof_trees to tallystick_request, tallystick_staff;
create table proofs_v2.proof_tiles (tenant text not null, level int not null, tile bigint not null, hashes bytea not null, primary key (tenant, level, tile));
alter table proofs_v2.proof_tiles enable row level security;
alter table proofs_v2.proof_tiles force row level security;
create policy writer on proofs_v2.proof_tiles to tallystick_writer using (true) with check (true);
create policy staff on proofs_v2.proof_tiles for select to tallystick_staff using (true);
create policy tenant on proofs_v2.proof_tiles for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on proofs_v2.proof_tiles to tallystick_request, tallystick_staff;
create table proofs_v2.proof_leaves (tenant text not null, id uuid not null, leaf bigint not null, stream text not null, revision bigint not null, primary key (tenant, id, leaf));
alter table proofs_v2.proof_leaves enable row level security;
alter table proofs_v2.proof_leaves force row level security;
create policy writer on proofs_v2.proof_leaves to tallystick_writer using (true) with check (true);
create policy staff on proofs_v2.proof_leaves for select to tallystick_staff using (true);
create policy tenant on proofs_v2.proof_leaves for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on proofs_v2.proof_leaves to tallystick_request, tallystick_staff;
create table proofs_v2.log_checkpoints (tenant text not null, number bigint not null, size bigint not null, root bytea not null, note text not null, signed_at timestamptz not null, stream text not null, revision bigint not null, primary key (tenant, number));
alter table proofs_v2.log_checkpoints enable row level security;
alter table proofs_v2.log_checkpoints force row level security;
create policy writer on proofs_v2.log_checkpoints to tallystick_writer using (true) with check (true);
create policy staff on proofs_v2.log_checkpoints for select to tallystick_staff using (true);
create policy tenant on proofs_v2.log_checkpoints for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on proofs_v2.log_checkpoints to tallystick_request, tallystick_staff;
create index on proofs_v2.log_checkpoints (tenant, size);
create table proofs_v2.log_stamps (tenant text not null, number bigint not null, size bigint not null, token bytea not null, stamped_at timestamptz not null, primary key (tenant, number));
alter table proofs_v2.log_stamps enable row level security;
alter table proofs_v2.log_stamps force row level security;
create policy writer on proofs_v2.log_stamps to tallystick_writer using (true) with check (true);
create policy staff on proofs_v2.log_stamps for select to tallystick_staff using (true);
create policy tenant on proofs_v2.log_stamps for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on proofs_v2.log_stamps to tallystick_request, tallystick_staff;
create index on proofs_v2.log_stamps (tenant, size);
create index on proofs_v2.log_stamps (number);
