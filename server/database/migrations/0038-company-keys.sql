-- Their primary keys, which begin with the company, are unique already; the back office looks them up by the id alone.
drop index device_dispute_id_idx;
create index on device_dispute (id);
drop index invoice_id_idx;
create index on invoice (id);
