-- Whether a tenant has the insights area; null follows the installation.
ALTER TABLE tenant ADD COLUMN insights_enabled boolean;
