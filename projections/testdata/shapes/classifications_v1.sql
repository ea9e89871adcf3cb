create schema classifications_v1; grant usage on schema classifications_v1 to tallystick_request, tallystick_staff;
create table classifications_v1.category_overrides (tenant text not null, id text not null, label text not null, disabled bool not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table classifications_v1.category_overrides enable row level security;
alter table classifications_v1.category_overrides force row level security;
create policy writer on classifications_v1.category_overrides to tallystick_writer using (true) with check (true);
create policy staff on classifications_v1.category_overrides for select to tallystick_staff using (true);
create policy tenant on classifications_v1.category_overrides for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v1.category_overrides to tallystick_request, tallystick_staff;
create index on classifications_v1.category_overrides (tenant, updated_at, id);
create index on classifications_v1.category_overrides (tenant, id, updated_at, id);
create table classifications_v1.classifications (tenant text not null, id text not null, site bigint not null, status text not null, document_id text not null, subject text not null, merchant text not null, tree text not null, category_id text not null, method text not null, decided bool not null, created_at timestamptz not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table classifications_v1.classifications enable row level security;
alter table classifications_v1.classifications force row level security;
create policy writer on classifications_v1.classifications to tallystick_writer using (true) with check (true);
create policy staff on classifications_v1.classifications for select to tallystick_staff using (true);
create policy tenant on classifications_v1.classifications for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v1.classifications to tallystick_request, tallystick_staff;
create index on classifications_v1.classifications (tenant, created_at, id);
create index on classifications_v1.classifications (tenant, status, created_at, id);
create index on classifications_v1.classifications (tenant, document_id, created_at, id);
create index on classifications_v1.classifications (tenant, category_id, created_at, id);
create index on classifications_v1.classifications (tenant, merchant, tree) where decided;
create index on classifications_v1.classifications (tenant, subject);
create table classifications_v1.classifications_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table classifications_v1.classifications_counts enable row level security;
alter table classifications_v1.classifications_counts force row level security;
create policy writer on classifications_v1.classifications_counts to tallystick_writer using (true) with check (true);
create policy staff on classifications_v1.classifications_counts for select to tallystick_staff using (true);
create policy tenant on classifications_v1.classifications_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v1.classifications_counts to tallystick_request, tallystick_staff;
create table classifications_v1.review_items (tenant text not null, id text not null, site bigint not null, status text not null, kind text not null, document_type text not null, document_id text not null, record_id text not null, subject text not null, title text not null, amount text not null, currency text not null, reasons json not null, candidates json not null, created_at timestamptz not null, created_by text not null, decided_at timestamptz, decided_by text not null, decision text not null, log_revision bigint not null, primary key (tenant, id));
alter table classifications_v1.review_items enable row level security;
alter table classifications_v1.review_items force row level security;
create policy writer on classifications_v1.review_items to tallystick_writer using (true) with check (true);
create policy staff on classifications_v1.review_items for select to tallystick_staff using (true);
create policy tenant on classifications_v1.review_items for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v1.review_items to tallystick_request, tallystick_staff;
create index on classifications_v1.review_items (tenant, created_at, id);
create index on classifications_v1.review_items (tenant, status, created_at, id);
create index on classifications_v1.review_items (tenant, kind, created_at, id);
create index on classifications_v1.review_items (tenant, document_type, created_at, id);
create index on classifications_v1.review_items (tenant, document_id, created_at, id);
create index on classifications_v1.review_items (tenant, subject);
create index on classifications_v1.review_items (tenant, record_id);
create table classifications_v1.review_items_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table classifications_v1.review_items_counts enable row level security;
alter table classifications_v1.review_items_counts force row level security;
create policy writer on classifications_v1.review_items_counts to tallystick_writer using (true) with check (true);
create policy staff on classifications_v1.review_items_counts for select to tallystick_staff using (true);
create policy tenant on classifications_v1.review_items_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on classifications_v1.review_items_counts to tallystick_request, tallystick_staff;

alter table classifications_v1.classifications_counts set (fillfactor = 50);
create function classifications_v1.classifications_added() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.classifications_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v1.classifications_removed() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.classifications_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v1.classifications_moved() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.classifications_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into classifications_v1.classifications_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on classifications_v1.classifications referencing new table as added
  for each statement execute function classifications_v1.classifications_added();
create trigger removed after delete on classifications_v1.classifications referencing old table as removed
  for each statement execute function classifications_v1.classifications_removed();
create trigger moved after update on classifications_v1.classifications for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function classifications_v1.classifications_moved();

alter table classifications_v1.review_items_counts set (fillfactor = 50);
create function classifications_v1.review_items_added() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.review_items_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v1.review_items_removed() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.review_items_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function classifications_v1.review_items_moved() returns trigger language plpgsql as $$ begin
  insert into classifications_v1.review_items_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into classifications_v1.review_items_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on classifications_v1.review_items referencing new table as added
  for each statement execute function classifications_v1.review_items_added();
create trigger removed after delete on classifications_v1.review_items referencing old table as removed
  for each statement execute function classifications_v1.review_items_removed();
create trigger moved after update on classifications_v1.review_items for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function classifications_v1.review_items_moved();
