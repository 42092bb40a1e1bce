// Imported before anything else: no library may meet the host's zone, whose daylight saving would shift hours (see src/config/zone/zone.ts).
process.env.TZ = 'UTC'
