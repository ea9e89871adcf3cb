create schema jobs_v1; grant usage on schema jobs_v1 to tallystick_request, tallystick_staff;
create table jobs_v1.jobs (tenant text not null, id text not null, site bigint not null, kind text not null, record text not null, status text not null, try int not null, node text not null, principal text not null, total bigint not null, opened_at timestamptz not null, due_at timestamptz not null, started_at timestamptz, ended_at timestamptz, code text not null, detail text not null, result text not null, primary key (tenant, id));
alter table jobs_v1.jobs enable row level security;
alter table jobs_v1.jobs force row level security;
create policy writer on jobs_v1.jobs to tallystick_writer using (true) with check (true);
create policy staff on jobs_v1.jobs for select to tallystick_staff using (true);
create policy tenant on jobs_v1.jobs for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on jobs_v1.jobs to tallystick_request, tallystick_staff;
create index on jobs_v1.jobs (tenant, opened_at, id);
create index on jobs_v1.jobs (tenant, kind, opened_at, id);
create index on jobs_v1.jobs (tenant, status, opened_at, id);
create index on jobs_v1.jobs (tenant, record);
create index on jobs_v1.jobs (tenant, due_at, id) where status in ('queued', 'running');
create table jobs_v1.jobs_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table jobs_v1.jobs_counts enable row level security;
alter table jobs_v1.jobs_counts force row level security;
create policy writer on jobs_v1.jobs_counts to tallystick_writer using (true) with check (true);
create policy staff on jobs_v1.jobs_counts for select to tallystick_staff using (true);
create policy tenant on jobs_v1.jobs_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on jobs_v1.jobs_counts to tallystick_request, tallystick_staff;

alter table jobs_v1.jobs_counts set (fillfactor = 50);
create function jobs_v1.jobs_added() returns trigger language plpgsql as $$ begin
  insert into jobs_v1.jobs_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function jobs_v1.jobs_removed() returns trigger language plpgsql as $$ begin
  insert into jobs_v1.jobs_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function jobs_v1.jobs_moved() returns trigger language plpgsql as $$ begin
  insert into jobs_v1.jobs_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into jobs_v1.jobs_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on jobs_v1.jobs referencing new table as added
  for each statement execute function jobs_v1.jobs_added();
create trigger removed after delete on jobs_v1.jobs referencing old table as removed
  for each statement execute function jobs_v1.jobs_removed();
create trigger moved after update on jobs_v1.jobs for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function jobs_v1.jobs_moved();
