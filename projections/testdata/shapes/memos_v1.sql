create schema memos_v1; grant usage on schema memos_v1 to tallystick_request, tallystick_staff;
create table memos_v1.memos (tenant text not null, id text not null, site bigint not null, type text not null, status text not null, title text not null, client_ref text not null, case_id text not null, version int not null, created_by text not null, created_at timestamptz not null, updated_at timestamptz not null, subject text not null, primary key (tenant, id));
alter table memos_v1.memos enable row level security;
alter table memos_v1.memos force row level security;
create policy writer on memos_v1.memos to tallystick_writer using (true) with check (true);
create policy staff on memos_v1.memos for select to tallystick_staff using (true);
create policy tenant on memos_v1.memos for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on memos_v1.memos to tallystick_request, tallystick_staff;
create index on memos_v1.memos (tenant, created_at, id);
create index on memos_v1.memos (tenant, updated_at, id);
create index on memos_v1.memos (tenant, type, created_at, id);
create index on memos_v1.memos (tenant, status, created_at, id);
create index on memos_v1.memos (tenant, client_ref, created_at, id);
create index on memos_v1.memos (tenant, case_id, created_at, id);
create index on memos_v1.memos (tenant, created_by, created_at, id);
create table memos_v1.memos_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table memos_v1.memos_counts enable row level security;
alter table memos_v1.memos_counts force row level security;
create policy writer on memos_v1.memos_counts to tallystick_writer using (true) with check (true);
create policy staff on memos_v1.memos_counts for select to tallystick_staff using (true);
create policy tenant on memos_v1.memos_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on memos_v1.memos_counts to tallystick_request, tallystick_staff;

alter table memos_v1.memos_counts set (fillfactor = 50);
create function memos_v1.memos_added() returns trigger language plpgsql as $$ begin
  insert into memos_v1.memos_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function memos_v1.memos_removed() returns trigger language plpgsql as $$ begin
  insert into memos_v1.memos_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function memos_v1.memos_moved() returns trigger language plpgsql as $$ begin
  insert into memos_v1.memos_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into memos_v1.memos_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on memos_v1.memos referencing new table as added
  for each statement execute function memos_v1.memos_added();
create trigger removed after delete on memos_v1.memos referencing old table as removed
  for each statement execute function memos_v1.memos_removed();
create trigger moved after update on memos_v1.memos for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function memos_v1.memos_moved();
