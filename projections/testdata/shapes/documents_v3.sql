create schema documents_v3; grant usage on schema documents_v3 to tallystick_request, tallystick_staff;
create table documents_v3.documents (tenant text not null, id text not null, site bigint not null, status text not null, code text not null, type text not null, validation_status text not null, subject text not null, client_ref text not null, filename text not null, issuer text not null, number text not null, dated_on date, currency text not null, gross text not null, iban text not null, sha256 text not null, media text not null, extraction text not null, batch text not null, category_id text not null, classification_id text not null, job_id text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table documents_v3.documents enable row level security;
alter table documents_v3.documents force row level security;
create policy writer on documents_v3.documents to tallystick_writer using (true) with check (true);
create policy staff on documents_v3.documents for select to tallystick_staff using (true);
create policy tenant on documents_v3.documents for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on documents_v3.documents to tallystick_request, tallystick_staff;
create index on documents_v3.documents (tenant, coalesce(dated_on, 'infinity'), id);
create index on documents_v3.documents (tenant, created_at, id);
create index on documents_v3.documents (tenant, updated_at, id);
create index on documents_v3.documents (tenant, status, created_at, id);
create index on documents_v3.documents (tenant, type, created_at, id);
create index on documents_v3.documents (tenant, validation_status, created_at, id);
create index on documents_v3.documents (tenant, client_ref, created_at, id);
create index on documents_v3.documents (tenant, batch, created_at, id);
create index on documents_v3.documents (tenant, category_id, created_at, id);
create index on documents_v3.documents (tenant, subject);
create index on documents_v3.documents (tenant, issuer, number);
create index on documents_v3.documents (tenant, classification_id) where classification_id <> '';
create index on documents_v3.documents (tenant, site, number) where number <> '';
create index on documents_v3.documents (tenant, site, gross, dated_on) where gross <> '';
create table documents_v3.documents_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table documents_v3.documents_counts enable row level security;
alter table documents_v3.documents_counts force row level security;
create policy writer on documents_v3.documents_counts to tallystick_writer using (true) with check (true);
create policy staff on documents_v3.documents_counts for select to tallystick_staff using (true);
create policy tenant on documents_v3.documents_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on documents_v3.documents_counts to tallystick_request, tallystick_staff;

alter table documents_v3.documents_counts set (fillfactor = 50);
create function documents_v3.documents_added() returns trigger language plpgsql as $$ begin
  insert into documents_v3.documents_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function documents_v3.documents_removed() returns trigger language plpgsql as $$ begin
  insert into documents_v3.documents_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function documents_v3.documents_moved() returns trigger language plpgsql as $$ begin
  insert into documents_v3.documents_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into documents_v3.documents_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on documents_v3.documents referencing new table as added
  for each statement execute function documents_v3.documents_added();
create trigger removed after delete on documents_v3.documents referencing old table as removed
  for each statement execute function documents_v3.documents_removed();
create trigger moved after update on documents_v3.documents for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function documents_v3.documents_moved();
