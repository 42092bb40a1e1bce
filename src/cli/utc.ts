// This must be imported first. Libraries read the host's time zone when they load, and its daylight saving time would shift hours (see
// src/config/zone/zone.ts).
process.env.TZ = 'UTC'
