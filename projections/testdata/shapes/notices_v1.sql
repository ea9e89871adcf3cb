create schema notices_v1; grant usage on schema notices_v1 to tallystick_request, tallystick_staff;
create table notices_v1.notices (tenant text not null, id text not null, site bigint not null, status text not null, jurisdiction text not null, type text not null, reference text not null, client_ref text not null, tax_years text[] not null, notice_date_on date, amount numeric, amount_rank double precision generated always as (amount::double precision) stored, currency text not null, due_on date, basis text not null, versions int not null, recorded_by text not null, recorded_at timestamptz not null, updated_at timestamptz not null, log_revision bigint not null, subject text not null, primary key (tenant, id));
alter table notices_v1.notices enable row level security;
alter table notices_v1.notices force row level security;
create policy writer on notices_v1.notices to tallystick_writer using (true) with check (true);
create policy staff on notices_v1.notices for select to tallystick_staff using (true);
create policy tenant on notices_v1.notices for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on notices_v1.notices to tallystick_request, tallystick_staff;
create index on notices_v1.notices (tenant, coalesce(due_on, 'infinity'), id);
create index on notices_v1.notices (tenant, recorded_at, id);
create index on notices_v1.notices (tenant, updated_at, id);
create index on notices_v1.notices (tenant, status, coalesce(due_on, 'infinity'), id);
create index on notices_v1.notices (tenant, jurisdiction, coalesce(due_on, 'infinity'), id);
create index on notices_v1.notices (tenant, type, coalesce(due_on, 'infinity'), id);
create index on notices_v1.notices (tenant, client_ref, coalesce(due_on, 'infinity'), id);
create table notices_v1.notices_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table notices_v1.notices_counts enable row level security;
alter table notices_v1.notices_counts force row level security;
create policy writer on notices_v1.notices_counts to tallystick_writer using (true) with check (true);
create policy staff on notices_v1.notices_counts for select to tallystick_staff using (true);
create policy tenant on notices_v1.notices_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on notices_v1.notices_counts to tallystick_request, tallystick_staff;

alter table notices_v1.notices_counts set (fillfactor = 50);
create function notices_v1.notices_added() returns trigger language plpgsql as $$ begin
  insert into notices_v1.notices_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function notices_v1.notices_removed() returns trigger language plpgsql as $$ begin
  insert into notices_v1.notices_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function notices_v1.notices_moved() returns trigger language plpgsql as $$ begin
  insert into notices_v1.notices_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into notices_v1.notices_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on notices_v1.notices referencing new table as added
  for each statement execute function notices_v1.notices_added();
create trigger removed after delete on notices_v1.notices referencing old table as removed
  for each statement execute function notices_v1.notices_removed();
create trigger moved after update on notices_v1.notices for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function notices_v1.notices_moved();
