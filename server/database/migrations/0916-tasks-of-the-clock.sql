-- works with 0910
-- How the runs of the tasks that the clock starts ended is noted here as well. One that has never succeeded is judged by how long it has
-- been watched: since it was first started, or since the clock ran again after a stop.
alter table service_outcome add column watched_since timestamptz(3) not null default now();
