create schema returns_v2; grant usage on schema returns_v2 to tallystick_request, tallystick_staff;
create table returns_v2.returns (tenant text not null, id text not null, site bigint not null, kind text not null, status text not null, code text not null, jurisdiction text not null, tax_year text not null, form text not null, subject text not null, client_ref text not null, filename text not null, currency text not null, income text not null, tax text not null, refund text not null, balance_due text not null, sha256 text not null, job_id text not null, reviewed_by text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table returns_v2.returns enable row level security;
alter table returns_v2.returns force row level security;
create policy writer on returns_v2.returns to tallystick_writer using (true) with check (true);
create policy staff on returns_v2.returns for select to tallystick_staff using (true);
create policy tenant on returns_v2.returns for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on returns_v2.returns to tallystick_request, tallystick_staff;
create index on returns_v2.returns (tenant, created_at, id);
create index on returns_v2.returns (tenant, updated_at, id);
create index on returns_v2.returns (tenant, kind, created_at, id);
create index on returns_v2.returns (tenant, status, created_at, id);
create index on returns_v2.returns (tenant, jurisdiction, created_at, id);
create index on returns_v2.returns (tenant, tax_year, created_at, id);
create index on returns_v2.returns (tenant, form, created_at, id);
create index on returns_v2.returns (tenant, client_ref, created_at, id);
create index on returns_v2.returns (tenant, subject);
create table returns_v2.returns_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table returns_v2.returns_counts enable row level security;
alter table returns_v2.returns_counts force row level security;
create policy writer on returns_v2.returns_counts to tallystick_writer using (true) with check (true);
create policy staff on returns_v2.returns_counts for select to tallystick_staff using (true);
create policy tenant on returns_v2.returns_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on returns_v2.returns_counts to tallystick_request, tallystick_staff;

alter table returns_v2.returns_counts set (fillfactor = 50);
create function returns_v2.returns_added() returns trigger language plpgsql as $$ begin
  insert into returns_v2.returns_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function returns_v2.returns_removed() returns trigger language plpgsql as $$ begin
  insert into returns_v2.returns_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function returns_v2.returns_moved() returns trigger language plpgsql as $$ begin
  insert into returns_v2.returns_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into returns_v2.returns_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on returns_v2.returns referencing new table as added
  for each statement execute function returns_v2.returns_added();
create trigger removed after delete on returns_v2.returns referencing old table as removed
  for each statement execute function returns_v2.returns_removed();
create trigger moved after update on returns_v2.returns for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function returns_v2.returns_moved();
