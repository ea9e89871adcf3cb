create schema answers_v1; grant usage on schema answers_v1 to tallystick_request, tallystick_staff;
create table answers_v1.answers (tenant text not null, id text not null, site bigint not null, asked_by text not null, asked_at timestamptz not null, question text not null, status text not null, mode text not null, coverage text not null, review bool not null, jurisdictions text[] not null, tax_years text[] not null, tax_types text[] not null, body_sha256 text not null, primary key (tenant, id));
alter table answers_v1.answers enable row level security;
alter table answers_v1.answers force row level security;
create policy writer on answers_v1.answers to tallystick_writer using (true) with check (true);
create policy staff on answers_v1.answers for select to tallystick_staff using (true);
create policy tenant on answers_v1.answers for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on answers_v1.answers to tallystick_request, tallystick_staff;
create index on answers_v1.answers (tenant, asked_at, id);
create index on answers_v1.answers (tenant, asked_by, asked_at, id);
create index on answers_v1.answers (tenant, status, asked_at, id);
create index on answers_v1.answers (tenant, coverage, asked_at, id);
create table answers_v1.answers_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table answers_v1.answers_counts enable row level security;
alter table answers_v1.answers_counts force row level security;
create policy writer on answers_v1.answers_counts to tallystick_writer using (true) with check (true);
create policy staff on answers_v1.answers_counts for select to tallystick_staff using (true);
create policy tenant on answers_v1.answers_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on answers_v1.answers_counts to tallystick_request, tallystick_staff;

alter table answers_v1.answers_counts set (fillfactor = 50);
create function answers_v1.answers_added() returns trigger language plpgsql as $$ begin
  insert into answers_v1.answers_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function answers_v1.answers_removed() returns trigger language plpgsql as $$ begin
  insert into answers_v1.answers_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function answers_v1.answers_moved() returns trigger language plpgsql as $$ begin
  insert into answers_v1.answers_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into answers_v1.answers_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on answers_v1.answers referencing new table as added
  for each statement execute function answers_v1.answers_added();
create trigger removed after delete on answers_v1.answers referencing old table as removed
  for each statement execute function answers_v1.answers_removed();
create trigger moved after update on answers_v1.answers for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function answers_v1.answers_moved();
