// Imported before anything else: no library may meet the host's zone, whose daylight saving would shift hours (see src/zone.ts).
process.env.TZ = 'UTC'
