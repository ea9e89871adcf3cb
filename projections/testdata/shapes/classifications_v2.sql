create schema classifications_v2; grant usage on schema classifications_v2 to tallystick_request, tallystick_staff;
create table classifications_v2.category_overrides (tenant text not null, id text not null, label text not null, disabled bool not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table classifications_v2.category_overrides enable row level security;
alter table classifications_v2.category_overrides force row level security;
create policy writer on classifications_v2.category_overrides to tallystick_writer using (true) with check (true);
create policy staff on classifications_v2.category_overrides for select to tallystick_staff using (true);
create policy tenant on classifications_v2.category_overrides for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v2.category_overrides to tallystick_request, tallystick_staff;
create index on classifications_v2.category_overrides (tenant, updated_at, id);
create index on classifications_v2.category_overrides (tenant, id, updated_at, id);
create table classifications_v2.classifications (tenant text not null, id text not null, site bigint not null, status text not null, document_id text not null, subject text not null, merchant text not null, tree text not null, category_id text not null, method text not null, decided bool not null, created_at timestamptz not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table classifications_v2.classifications enable row level security;
alter table classifications_v2.classifications force row level security;
create policy writer on classifications_v2.classifications to tallystick_writer using (true) with check (true);
create policy staff on classifications_v2.classifications for select to tallystick_staff using (true);
create policy tenant on classifications_v2.classifications for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v2.classifications to tallystick_request, tallystick_staff;
create index on classifications_v2.classifications (tenant, created_at, id);
create index on classifications_v2.classifications (tenant, status, created_at, id);
create index on classifications_v2.classifications (tenant, document_id, created_at, id);
create index on classifications_v2.classifications (tenant, category_id, created_at, id);
create index on classifications_v2.classifications (tenant, merchant, tree) where decided;
create index on classifications_v2.classifications (tenant, subject);
create table classifications_v2.classifications_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table classifications_v2.classifications_counts enable row level security;
alter table classifications_v2.classifications_counts force row level security;
create policy writer on classifications_v2.classifications_counts to tallystick_writer using (true) with check (true);
create policy staff on classifications_v2.classifications_counts for select to tallystick_staff using (true);
create policy tenant on classifications_v2.classifications_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v2.classifications_counts to tallystick_request, tallystick_staff;

alter table classifications_v2.classifications_counts set (fillfactor = 50);
create function classifications_v2.classifications_added() returns trigger language plpgsql as $$ begin
  insert into classifications_v2.classifications_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v2.classifications_removed() returns trigger language plpgsql as $$ begin
  insert into classifications_v2.classifications_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v2.classifications_moved() returns trigger language plpgsql as $$ begin
  insert into classifications_v2.classifications_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into classifications_v2.classifications_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on classifications_v2.classifications referencing new table as added
  for each statement execute function classifications_v2.classifications_added();
create trigger removed after delete on classifications_v2.classifications referencing old table as removed
  for each statement execute function classifications_v2.classifications_removed();
create trigger moved after update on classifications_v2.classifications for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function classifications_v2.classifications_moved();
