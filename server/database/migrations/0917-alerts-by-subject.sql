-- works with 0910
-- An alert is about one of the things that a check measures: a gateway, a table, a task. What is open is about all of a check at once, and
-- is forgotten, so that what is still bad is told anew for each.
delete from health_alert;
alter table health_alert add column subject text not null default '';
alter table health_alert drop constraint health_alert_pkey, add primary key (name, place, subject);
