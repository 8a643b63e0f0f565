#!/bin/bash
# The image runs this once, on an empty volume. The portal's user owns its database and is no superuser.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username postgres -v password="$PORTAL_PASSWORD" <<'SQL'
create role portal login createrole password :'password';
create database portal owner portal;
SQL
