import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf } from '../measure.ts'
import { sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds } from '../wording.ts'

/** A settlement with a finding for each of its invoices, against the same settlement without any. */
export const findingEach: Measurement = {
  name: 'a finding for each invoice',
  measure: async ({ ordinary, rounds }) => {
    const [plain, found] = [sceneOf(1, ordinary), sceneOf(1, ordinary, { withoutPaymentId: true })]
    const taken = await serving(plain, (plainly) =>
      serving(found, (finding) =>
        interleaved(rounds, {
          plain: () => inFolder((folder) => job(plainly.baseUrl, plain, folder)),
          found: () => inFolder((folder) => job(finding.baseUrl, found, folder)),
        }),
      ),
    )
    const peak = medianOf(taken, (round) => round.found.peakMb)
    const plainPeak = medianOf(taken, (round) => round.plain.peakMb)
    return [
      {
        name: `peak memory of a run with ${ordinary} findings`,
        figure: peak,
        unit: 'MB',
        needed: { atMost: 260 },
        detail: `${asMegabytes(peak)} against ${asMegabytes(plainPeak)}`,
      },
      {
        name: `time of a run with ${ordinary} findings over one without`,
        figure: medianOf(taken, (round) => round.found.wallMs / round.plain.wallMs),
        unit: '',
        needed: null,
        detail: `${asSeconds(medianOf(taken, (round) => round.found.wallMs))} against ${asSeconds(medianOf(taken, (round) => round.plain.wallMs))}`,
      },
    ]
  },
}
