#!/bin/bash
# Ziggurat on a Slurm allocation: a Ray head on the first machine, a worker on each other, and one command on all of them.
#   sbatch deploy/cluster/slurm.sh simulate babylonia --games 1000000000 --seed 1 --json
#SBATCH --job-name=ziggurat
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
set -euo pipefail

source "${ZIGGURAT_VENV:-$HOME/ziggurat}/bin/activate"

# One token for this allocation alone: nobody else on these machines can give its cluster work.
export RAY_AUTH_MODE=token
RAY_AUTH_TOKEN=$(python -c 'import secrets; print(secrets.token_hex(32))')
export RAY_AUTH_TOKEN RAY_USAGE_STATS_ENABLED=0

# Since Slurm 22.05 a step has one processor unless it is told how many: it does not ask what a task was to have.
export SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK

# A port and a folder of this job's own: others may run Ray on the same machines.
port=$((20000 + SLURM_JOB_ID % 20000))
folder=/tmp/ray-$SLURM_JOB_ID

mapfile -t machines < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
head=$(srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" hostname --ip-address | awk '{ print $1 }')

srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" --overlap ray start --head --node-ip-address="$head" \
    --port="$port" --temp-dir="$folder" --num-cpus="$SLURM_CPUS_PER_TASK" --include-dashboard=false --block &
leading=$!
until (: <"/dev/tcp/$head/$port") 2>/dev/null; do
    kill -0 "$leading" # if it has ended, so does this script
    sleep 1
done
if [ "${#machines[@]}" -gt 1 ]; then
    others=$(IFS=,; echo "${machines[*]:1}")
    srun --nodes=$((${#machines[@]} - 1)) --ntasks=$((${#machines[@]} - 1)) --nodelist="$others" --overlap \
        ray start --address="$head:$port" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
fi
# All machines are looked at before anything is begun; those that come later work too.
timeout 300 python - "$head:$port" "${#machines[@]}" <<'END' || echo "Not all machines have come; going on." >&2
import sys, time
import ray
ray.init(address=sys.argv[1], log_to_driver=False)
while sum(node["Alive"] for node in ray.nodes()) < int(sys.argv[2]):
    time.sleep(1)
END

# On the first machine, which is part of the cluster; it ends with the allocation.
srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" --overlap ziggurat "$@" --cluster "$head:$port"
