create schema reviews_v2; grant usage on schema reviews_v2 to tallystick_request, tallystick_staff;
create table reviews_v2.review_items (tenant text not null, id text not null, site bigint not null, status text not null, kind text not null, document_type text not null, document_id text not null, record_id text not null, subject text not null, title text not null, amount text not null, currency text not null, reasons json not null, candidates json not null, created_at timestamptz not null, created_by text not null, decided_at timestamptz, decided_by text not null, decision text not null, log_revision bigint not null, primary key (tenant, id));
alter table reviews_v2.review_items enable row level security;
alter table reviews_v2.review_items force row level security;
create policy writer on reviews_v2.review_items to tallystick_writer using (true) with check (true);
create policy staff on reviews_v2.review_items for select to tallystick_staff using (true);
create policy tenant on reviews_v2.review_items for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on reviews_v2.review_items to tallystick_request, tallystick_staff;
create index on reviews_v2.review_items (tenant, created_at, id);
create index on reviews_v2.review_items (tenant, status, created_at, id);
create index on reviews_v2.review_items (tenant, kind, created_at, id);
create index on reviews_v2.review_items (tenant, document_type, created_at, id);
create index on reviews_v2.review_items (tenant, document_id, created_at, id);
create index on reviews_v2.review_items (tenant, subject);
create index on reviews_v2.review_items (tenant, record_id);
create table reviews_v2.review_items_counts (tenant text not null, site bigint not null, status text not null, kind text not null, n bigint not null, primary key (tenant, site, status, kind));
alter table reviews_v2.review_items_counts enable row level security;
alter table reviews_v2.review_items_counts force row level security;
create policy writer on reviews_v2.review_items_counts to tallystick_writer using (true) with check (true);
create policy staff on reviews_v2.review_items_counts for select to tallystick_staff using (true);
create policy tenant on reviews_v2.review_items_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on reviews_v2.review_items_counts to tallystick_request, tallystick_staff;

alter table reviews_v2.review_items_counts set (fillfactor = 50);
create function reviews_v2.review_items_added() returns trigger language plpgsql as $$ begin
  insert into reviews_v2.review_items_counts as k (tenant, site, status, kind, n) select tenant, site, status, kind, count(*) from added group by tenant, site, status, kind
    on conflict (tenant, site, status, kind) do update set n = k.n + excluded.n;
  return null; end $$;
create function reviews_v2.review_items_removed() returns trigger language plpgsql as $$ begin
  insert into reviews_v2.review_items_counts as k (tenant, site, status, kind, n) select tenant, site, status, kind, -count(*) from removed group by tenant, site, status, kind
    on conflict (tenant, site, status, kind) do update set n = k.n + excluded.n;
  return null; end $$;
create function reviews_v2.review_items_moved() returns trigger language plpgsql as $$ begin
  insert into reviews_v2.review_items_counts as k (tenant, site, status, kind, n) values (old.tenant, old.site, old.status, old.kind, -1) on conflict (tenant, site, status, kind) do update set n = k.n - 1;
  insert into reviews_v2.review_items_counts as k (tenant, site, status, kind, n) values (new.tenant, new.site, new.status, new.kind, 1) on conflict (tenant, site, status, kind) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on reviews_v2.review_items referencing new table as added
  for each statement execute function reviews_v2.review_items_added();
create trigger removed after delete on reviews_v2.review_items referencing old table as removed
  for each statement execute function reviews_v2.review_items_removed();
create trigger moved after update on reviews_v2.review_items for each row
  when ((old.tenant, old.site, old.status, old.kind) is distinct from (new.tenant, new.site, new.status, new.kind)) execute function reviews_v2.review_items_moved();
