import { STANDING } from '../../questions/status.ts'
import { commandOf } from '../framework/question-command.ts'
import { SHARD } from '../framework/shard.ts'

export const status = commandOf(STANDING, { flags: SHARD })
