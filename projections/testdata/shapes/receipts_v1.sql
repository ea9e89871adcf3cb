create schema receipts_v1; grant usage on schema receipts_v1 to tallystick_request, tallystick_staff;
create table receipts_v1.receipts (tenant text not null, id text not null, site bigint not null, status text not null, document_id text not null, subject text not null, merchant text not null, number text not null, dated_on date, currency text not null, gross text not null, category_id text not null, journal_entry_id text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table receipts_v1.receipts enable row level security;
alter table receipts_v1.receipts force row level security;
create policy writer on receipts_v1.receipts to tallystick_writer using (true) with check (true);
create policy staff on receipts_v1.receipts for select to tallystick_staff using (true);
create policy tenant on receipts_v1.receipts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on receipts_v1.receipts to tallystick_request, tallystick_staff;
create index on receipts_v1.receipts (tenant, coalesce(dated_on, 'infinity'), id);
create index on receipts_v1.receipts (tenant, created_at, id);
create index on receipts_v1.receipts (tenant, updated_at, id);
create index on receipts_v1.receipts (tenant, status, created_at, id);
create index on receipts_v1.receipts (tenant, document_id, created_at, id);
create index on receipts_v1.receipts (tenant, category_id, created_at, id);
create index on receipts_v1.receipts (tenant, journal_entry_id, created_at, id);
create index on receipts_v1.receipts (tenant, subject);
create table receipts_v1.receipts_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table receipts_v1.receipts_counts enable row level security;
alter table receipts_v1.receipts_counts force row level security;
create policy writer on receipts_v1.receipts_counts to tallystick_writer using (true) with check (true);
create policy staff on receipts_v1.receipts_counts for select to tallystick_staff using (true);
create policy tenant on receipts_v1.receipts_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on receipts_v1.receipts_counts to tallystick_request, tallystick_staff;

alter table receipts_v1.receipts_counts set (fillfactor = 50);
create function receipts_v1.receipts_added() returns trigger language plpgsql as $$ begin
  insert into receipts_v1.receipts_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function receipts_v1.receipts_removed() returns trigger language plpgsql as $$ begin
  insert into receipts_v1.receipts_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function receipts_v1.receipts_moved() returns trigger language plpgsql as $$ begin
  insert into receipts_v1.receipts_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into receipts_v1.receipts_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on receipts_v1.receipts referencing new table as added
  for each statement execute function receipts_v1.receipts_added();
create trigger removed after delete on receipts_v1.receipts referencing old table as removed
  for each statement execute function receipts_v1.receipts_removed();
create trigger moved after update on receipts_v1.receipts for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function receipts_v1.receipts_moved();
