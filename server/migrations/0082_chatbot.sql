-- Whether people of a tenant have the assistant; null follows the installation.
ALTER TABLE tenant ADD COLUMN chatbot_enabled boolean;
