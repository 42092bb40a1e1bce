import { describe } from 'vitest'
import { bankContract } from './contract/bank.ts'
import { evidenceContract } from './contract/evidence.ts'
import { findingContract } from './contract/findings.ts'
import { invoiceContract } from './contract/invoices.ts'
import { keyContract } from './contract/keys.ts'
import { listingContract } from './contract/listings.ts'
import { merchantContract } from './contract/merchant.ts'
import { periodContract } from './contract/periods.ts'
import { policyContract } from './contract/policies.ts'
import { pullContract } from './contract/pulls.ts'
import { runContract } from './contract/runs.ts'
import { DATABASE, SNAPSHOT } from './contract/scene.ts'
import { settlementContract } from './contract/settlements.ts'

describe.each([DATABASE, SNAPSHOT])('$name', (implementation) => {
  describe('merchant', () => merchantContract(implementation))
  describe('policies', () => policyContract(implementation))
  describe('runs', () => runContract(implementation))
  describe('slots and pulls', () => pullContract(implementation))
  describe('listings', () => listingContract(implementation))
  describe('settlements', () => settlementContract(implementation))
  describe('invoices', () => invoiceContract(implementation))
  describe('keys', () => keyContract(implementation))
  describe('evidence', () => evidenceContract(implementation))
  describe('findings and assessments', () => findingContract(implementation))
  describe('periods', () => periodContract(implementation))
  describe('bank', () => bankContract(implementation))
})
