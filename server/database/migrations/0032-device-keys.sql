-- The RFC 7638 thumbprint of the key that a client has proved at its login, and of the key that a device is registered
-- with. Only a session of the device's own key gets its lines. Clients from before have none.
alter table session add column device_key text;
alter table device add column key_id text;
