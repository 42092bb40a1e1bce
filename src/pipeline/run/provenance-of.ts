import { assumptionsDocument, policyDocument } from '../../../reports/documents/assumptions.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Provenance } from '../../publish/files/manifest.ts'
import type { JobContext } from './context.ts'

interface WrittenFolder extends Required<Pick<Provenance, 'merchant' | 'asOf'>> {
  readonly run: { readonly id: string; readonly job: string; readonly at: Instant }
}

/** The provenance of a folder whose figures follow the policy and the settings of this context. */
export const provenanceOf = (
  { settings, version, masked = false }: Pick<JobContext, 'settings' | 'version' | 'masked'>,
  { merchant, run: { id, job, at }, asOf }: WrittenFolder,
): Provenance => ({
  merchant,
  run: { id, job, at: new Date(at).toISOString() },
  policy: policyDocument(settings.policy),
  assumptions: assumptionsDocument(settings.policy, settings),
  versions: { cuadre: version, node: process.versions.node },
  masked,
  asOf,
})
