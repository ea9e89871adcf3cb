-- +goose Up

-- Which read model cannot take an event, empty where no reader can.
alter table platform.log_damage add column read_model text not null default '';
