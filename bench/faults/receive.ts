/* A program: stores one notification in the inbox of the current folder. */
import { receiveNotification } from './program.ts'

const { status, stderr } = await receiveNotification(process.cwd())
process.stderr.write(stderr)
process.exitCode = status ?? 1
