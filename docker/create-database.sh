#!/bin/sh
# Runs once, in an empty PostgreSQL: the roles and the database that docs/operations.md asks for.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v application="$APPLICATION_PASSWORD" <<'SQL'
CREATE ROLE rise_owner LOGIN PASSWORD :'owner' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE rise_app LOGIN PASSWORD :'application' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE rise OWNER rise_owner ENCODING 'UTF8';
SQL
