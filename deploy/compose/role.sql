-- What thinkers are in the database: a role that takes questions and answers them, and can read nothing else.
-- It is run at every start; the password may have been changed.
\set ON_ERROR_STOP on
\set password `cat /run/secrets/thinker-password`
SELECT 'CREATE ROLE thinker LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'thinker') \gexec
ALTER ROLE thinker LOGIN PASSWORD :'password';
REVOKE ALL ON DATABASE ziggurat FROM PUBLIC;
GRANT CONNECT ON DATABASE ziggurat TO thinker;
GRANT SELECT, UPDATE (taker, until, answer) ON questions TO thinker;
