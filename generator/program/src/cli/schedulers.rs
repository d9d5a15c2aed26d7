//! Output of a plan in the languages of job schedulers, which distribute the jobs to many machines.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use peatee_generator::Job;
use peatee_table::Metric;

pub struct Set<'a, S> {
    pub variant: &'static str,
    pub metrics: &'a [Metric],
    /// Jobs that make the tables. Each job comes after the jobs whose tables it needs.
    pub jobs: &'a [Job<S>],
}

/// Memory that the scheduler reserves for a job: the memory limit of the job times this fraction
/// (numerator, denominator). The fraction is above 1 because the program itself takes memory, and
/// because a job may exceed its limit.
const MEMORY_PARTS: (u64, u64) = (11, 10);
/// Factor by which the planned time of a job is multiplied to get its time limit. It is large
/// because machines differ in speed.
const TIME_FACTOR: f64 = 4.0;
/// Number of times that the scheduler restarts a job whose worker has disappeared.
const RETRIES: u32 = 3;

impl<S: Display + Copy + Ord> Set<'_, S> {
    fn metric_names(&self) -> String {
        self.metrics.iter().map(|metric| metric.name()).collect::<Vec<_>>().join(",")
    }

    fn makers(&self) -> BTreeMap<S, usize> {
        let made = self.jobs.iter().enumerate();
        made.flat_map(|(number, job)| [(job.slice, number), (job.opposite, number)]).collect()
    }

    /// Returns, for each job, the indices of the jobs whose tables it needs, sorted and without
    /// duplicates.
    fn needs(&self) -> Vec<Vec<usize>> {
        let makers = self.makers();
        let of_job = |job: &Job<S>| {
            let mut needs: Vec<usize> = job.needs.iter().filter_map(|slice| makers.get(slice).copied()).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        self.jobs.iter().map(of_job).collect()
    }
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn scheduled_mebibytes<S>(job: &Job<S>) -> u64 {
    (mebibytes(job.memory_bytes) * MEMORY_PARTS.0).div_ceil(MEMORY_PARTS.1)
}

fn minutes<S>(job: &Job<S>) -> u64 {
    (job.cpu_seconds * TIME_FACTOR / 60.0).ceil() as u64 + 1
}

/// Returns a Snakemake workflow. It has one rule, which is applied to all jobs.
pub fn snakemake<S: Display + Copy + Ord>(set: &Set<'_, S>) -> String {
    let (variant, metrics) = (set.variant, set.metric_names());
    let mut out = format!(
        "# Tables of {variant}, {metrics}, as `peatee-gen plan --format snakemake` plans them.\n\
         # snakemake --snakefile THIS --jobs 8 --resources mem_mib=16000 --config tables=DIRECTORY\n\n\
         # By job: the jobs it needs, memory allowed and memory scheduled in MiB, disk in MiB, minutes.\n\
         JOBS = {{\n"
    );
    for (job, needs) in set.jobs.iter().zip(set.needs()) {
        let needs: Vec<String> = needs.iter().map(|&need| format!("\"{}\"", set.jobs[need].slice)).collect();
        let _ = writeln!(
            out,
            "    \"{}\": ([{}], {}, {}, {}, {}),",
            job.slice,
            needs.join(", "),
            mebibytes(job.memory_bytes),
            scheduled_mebibytes(job),
            mebibytes(job.disk_bytes + job.values_disk_bytes),
            minutes(job),
        );
    }
    let _ = write!(
        out,
        "}}\n\n\
         PROGRAM = config.get(\"program\", \"peatee-gen\")\n\
         TABLES = config.get(\"tables\", \"tables\")\n\
         MADE = TABLES + \"/.made/{variant}-{metrics}/\"\n\n\
         rule all:\n    \
             input: expand(MADE + \"{{slice}}\", slice=JOBS)\n    \
             localrule: True\n\n\
         rule slice:\n    \
             input: lambda job: expand(MADE + \"{{slice}}\", slice=JOBS[job.slice][0])\n    \
             output: touch(MADE + \"{{slice}}\")\n    \
             params: memory=lambda job: JOBS[job.slice][1]\n    \
             resources:\n        \
                 mem_mib=lambda job: JOBS[job.slice][2],\n        \
                 disk_mib=lambda job: JOBS[job.slice][3],\n        \
                 runtime=lambda job: JOBS[job.slice][4],\n    \
             threads: config.get(\"threads\", 1)\n    \
             retries: {RETRIES}\n    \
             shell: \"{{PROGRAM:q}} slice {{wildcards.slice}} --variant {variant} --metric {metrics}\"\n        \
                 \" --tables {{TABLES:q}} --memory {{params.memory}}M --threads {{threads}}\"\n"
    );
    out
}

pub fn hyperqueue<S: Display + Copy + Ord>(set: &Set<'_, S>) -> String {
    let (variant, metrics) = (set.variant, set.metric_names());
    let mut out = format!(
        "# Tables of {variant}, {metrics}, as `peatee-gen plan --format hyperqueue` plans them.\n\
         # hq job submit-file THIS, in a directory that all workers see. Workers say how much memory they have:\n\
         # hq worker start --resource \"mem=sum(16000)\" counts MiB. crash_limit: a worker may vanish so often.\n\
         name = \"{variant}-{metrics}\"\n"
    );
    for (number, (job, needs)) in set.jobs.iter().zip(set.needs()).enumerate() {
        let _ = write!(
            out,
            "\n[[task]]\nid = {number}\ncommand = [\"peatee-gen\", \"slice\", \"{}\", \"--variant\", \"{variant}\", \
             \"--metric\", \"{metrics}\", \"--tables\", \"tables\", \"--memory\", \"{}M\", \"--threads\", \"1\"]\n\
             deps = {needs:?}\ntime_limit = \"{}m\"\ncrash_limit = {}\n\
             [[task.request]]\nresources = {{ \"cpus\" = 1, \"mem\" = {} }}\n",
            job.slice,
            mebibytes(job.memory_bytes),
            minutes(job),
            RETRIES + 1,
            scheduled_mebibytes(job),
        );
    }
    out
}
