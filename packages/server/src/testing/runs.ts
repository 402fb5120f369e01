/** How often a test of random inputs tries: in the quick ring, and in the long one. `FUZZ_RUNS=500` tries more. */
export function fuzzRuns(quick: number, long: number): number {
  return Number(process.env.FUZZ_RUNS ?? (process.env.MUSTER_TEST_RING === 'long' ? long : quick))
}
