create schema cases_v2; grant usage on schema cases_v2 to tallystick_request, tallystick_staff;
create table cases_v2.cases (tenant text not null, id text not null, site bigint not null, stage text not null, case_revision int not null, title text not null, client text not null, jurisdiction text not null, period_from_on date, period_to_on date, reviewer text not null, opened_by text not null, opened_at timestamptz not null, updated_at timestamptz not null, workpapers int not null, open_issues int not null, log_revision bigint not null, primary key (tenant, id));
alter table cases_v2.cases enable row level security;
alter table cases_v2.cases force row level security;
create policy writer on cases_v2.cases to tallystick_writer using (true) with check (true);
create policy staff on cases_v2.cases for select to tallystick_staff using (true);
create policy tenant on cases_v2.cases for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on cases_v2.cases to tallystick_request, tallystick_staff;
create index on cases_v2.cases (tenant, title, id);
create index on cases_v2.cases (tenant, opened_at, id);
create index on cases_v2.cases (tenant, updated_at, id);
create index on cases_v2.cases (tenant, stage, updated_at, id);
create index on cases_v2.cases (tenant, jurisdiction, updated_at, id);
create index on cases_v2.cases (tenant, reviewer, updated_at, id);
create index on cases_v2.cases (tenant, opened_by, updated_at, id);
create table cases_v2.cases_counts (tenant text not null, site bigint not null, stage text not null, n bigint not null, primary key (tenant, site, stage));
alter table cases_v2.cases_counts enable row level security;
alter table cases_v2.cases_counts force row level security;
create policy writer on cases_v2.cases_counts to tallystick_writer using (true) with check (true);
create policy staff on cases_v2.cases_counts for select to tallystick_staff using (true);
create policy tenant on cases_v2.cases_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on cases_v2.cases_counts to tallystick_request, tallystick_staff;

alter table cases_v2.cases_counts set (fillfactor = 50);
create function cases_v2.cases_added() returns trigger language plpgsql as $$ begin
  insert into cases_v2.cases_counts as k (tenant, site, stage, n) select tenant, site, stage, count(*) from added group by tenant, site, stage
    on conflict (tenant, site, stage) do update set n = k.n + excluded.n;
  return null; end $$;
create function cases_v2.cases_removed() returns trigger language plpgsql as $$ begin
  insert into cases_v2.cases_counts as k (tenant, site, stage, n) select tenant, site, stage, -count(*) from removed group by tenant, site, stage
    on conflict (tenant, site, stage) do update set n = k.n + excluded.n;
  return null; end $$;
create function cases_v2.cases_moved() returns trigger language plpgsql as $$ begin
  insert into cases_v2.cases_counts as k (tenant, site, stage, n) values (old.tenant, old.site, old.stage, -1) on conflict (tenant, site, stage) do update set n = k.n - 1;
  insert into cases_v2.cases_counts as k (tenant, site, stage, n) values (new.tenant, new.site, new.stage, 1) on conflict (tenant, site, stage) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on cases_v2.cases referencing new table as added
  for each statement execute function cases_v2.cases_added();
create trigger removed after delete on cases_v2.cases referencing old table as removed
  for each statement execute function cases_v2.cases_removed();
create trigger moved after update on cases_v2.cases for each row
  when ((old.tenant, old.site, old.stage) is distinct from (new.tenant, new.site, new.stage)) execute function cases_v2.cases_moved();
