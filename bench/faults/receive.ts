/* A program: takes in one notification for the inbox of the folder it stands in. */
import { receiveNotification } from './receive-notification.ts'

const { status, stderr } = await receiveNotification(process.cwd())
process.stderr.write(stderr)
process.exitCode = status ?? 1
