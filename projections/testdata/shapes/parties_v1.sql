create schema parties_v1; grant usage on schema parties_v1 to tallystick_request, tallystick_staff;
create table parties_v1.parties (tenant text not null, id text not null, site bigint not null, status text not null, name text not null, roles text not null, role_list json not null, country text not null, email text not null, numbers text not null, merged_into text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table parties_v1.parties enable row level security;
alter table parties_v1.parties force row level security;
create policy writer on parties_v1.parties to tallystick_writer using (true) with check (true);
create policy staff on parties_v1.parties for select to tallystick_staff using (true);
create policy tenant on parties_v1.parties for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on parties_v1.parties to tallystick_request, tallystick_staff;
create index on parties_v1.parties (tenant, name, id);
create index on parties_v1.parties (tenant, created_at, id);
create index on parties_v1.parties (tenant, updated_at, id);
create index on parties_v1.parties (tenant, status, name, id);
create index on parties_v1.parties (tenant, merged_into, name, id);
create table parties_v1.parties_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table parties_v1.parties_counts enable row level security;
alter table parties_v1.parties_counts force row level security;
create policy writer on parties_v1.parties_counts to tallystick_writer using (true) with check (true);
create policy staff on parties_v1.parties_counts for select to tallystick_staff using (true);
create policy tenant on parties_v1.parties_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on parties_v1.parties_counts to tallystick_request, tallystick_staff;

alter table parties_v1.parties_counts set (fillfactor = 50);
create function parties_v1.parties_added() returns trigger language plpgsql as $$ begin
  insert into parties_v1.parties_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function parties_v1.parties_removed() returns trigger language plpgsql as $$ begin
  insert into parties_v1.parties_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function parties_v1.parties_moved() returns trigger language plpgsql as $$ begin
  insert into parties_v1.parties_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into parties_v1.parties_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on parties_v1.parties referencing new table as added
  for each statement execute function parties_v1.parties_added();
create trigger removed after delete on parties_v1.parties referencing old table as removed
  for each statement execute function parties_v1.parties_removed();
create trigger moved after update on parties_v1.parties for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function parties_v1.parties_moved();
