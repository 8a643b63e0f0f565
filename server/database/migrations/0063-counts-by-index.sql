-- works with 0054
-- A count is read from an index alone where the table was vacuumed since its rows were written, and a table that mostly grows is
-- vacuumed by what was inserted: by default once a fifth of it is new, which is weeks of a large table's newest rows, the very
-- ones that the first page counts.
alter table shop_order set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
alter table activity set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
alter table device_log set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
alter table employee_log set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
alter table service_entry set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
alter table notice set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
